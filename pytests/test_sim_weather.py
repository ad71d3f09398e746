from hand import Hand


def test_the_forecast_loads_for_three_seconds_in_which_every_look_differs(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.weather")
    looks = []
    for _ in range(6):
        looks.append((hand.find(id="loading_text").text, hand.find(id="percent").text))
        hand.rest(0.49)
    assert len({percent for _, percent in looks}) == 6
    assert len({text for text, _ in looks}) == 4
    hand.rest(0.1)
    assert hand.find(id="temperature").text == "18°"
    still = hand.texts()
    hand.rest(0.5)
    assert hand.texts() == still


def test_while_it_loads_the_picture_moves_too(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.weather")
    first = hand.phone.screenshot(300, 80, []).jpeg
    hand.rest(0.3)
    assert hand.phone.screenshot(300, 80, []).jpeg != first


def test_a_refresh_loads_again_and_so_does_a_granted_permission(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.example.weather")
    hand.rest(4)
    hand.tap(desc="Refresh")
    assert hand.find(id="loading_text")
    hand.rest(4)
    hand.tap("Use my location")
    hand.tap("Only this time")
    assert hand.find(id="loading_text")
    hand.rest(4)
    assert hand.find(id="place").text == "Your place"


def test_a_stopwatch_runs_with_the_clock(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.google.android.deskclock")
    hand.click(desc="Stopwatch")
    hand.tap("Start")
    hand.rest(65.25)
    assert hand.find(id="stopwatch_time_text").text.startswith("01:05.")
    hand.tap("Lap")
    hand.tap("Stop")
    stopped = hand.find(id="stopwatch_time_text").text
    hand.rest(5)
    assert hand.find(id="stopwatch_time_text").text == stopped
    assert hand.find(id="lap").text.startswith("Lap 1")
