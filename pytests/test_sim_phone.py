import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from hand import Hand

from handheld.device import Device, Display, Point
from handheld.errors import InvalidArguments
from handheld_desktop.sim import SimulatedPhone

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [VDIWEF] [^:]+(:[^ ]+)?: .*")


@pytest.fixture
def hand(tmp_path):
    return Hand(tmp_path)


def test_it_is_a_device(tmp_path):
    device: Device = SimulatedPhone(tmp_path)
    assert device.display() == Display(1080, 2400, 420, "portrait")


def test_logs_are_lines_of_logcat_that_grow_as_things_happen(hand):
    before = hand.phone.read_logs(None).splitlines()
    assert before
    assert all(LINE.fullmatch(line) for line in before), before
    hand.phone.open_app("com.android.calculator2")
    hand.click("7")
    hand.click("+")
    hand.click("3")
    hand.click("=")
    own = hand.phone.read_logs("com.android.calculator2").splitlines()
    assert own[-1].endswith("D Calculator: 7+3 = 10")
    assert len(hand.phone.read_logs(None).splitlines()) > len(before) + len(own)
    assert hand.phone.read_logs("com.example.nothing") == ""


def test_the_clipboard_is_empty_until_something_is_copied(hand):
    assert hand.phone.get_clipboard() is None
    hand.phone.set_clipboard("héllo 😀")
    assert hand.phone.get_clipboard() == "héllo 😀"


def test_a_key_signs_what_its_public_half_verifies(hand):
    pair = hand.phone.new_key()
    signature = hand.phone.sign(pair.private_pkcs8, b"data")
    public = serialization.load_der_public_key(pair.public_spki)
    assert isinstance(public, ec.EllipticCurvePublicKey)
    assert public.curve.name == "secp256r1"
    public.verify(signature, b"data", ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(signature, b"other", ec.ECDSA(hashes.SHA256()))


def test_what_is_no_key_is_refused(hand):
    with pytest.raises(InvalidArguments, match="PKCS"):
        hand.phone.sign(b"nonsense", b"data")


def test_a_new_phone_holds_files_and_an_old_one_keeps_its_own(tmp_path):
    Hand(tmp_path)
    readme = tmp_path / "Download" / "readme.txt"
    readme.write_text("mine")
    Hand(tmp_path)
    assert readme.read_text() == "mine"


def test_the_files_app_shows_the_storage(tmp_path):
    hand = Hand(tmp_path)
    (tmp_path / "Documents" / "new.txt").write_text("fresh ink")
    hand.phone.open_app("com.google.android.documentsui")
    hand.tap("Documents")
    hand.tap("new.txt")
    assert "fresh ink" in hand.texts()


def test_a_file_that_is_gone_when_touched_is_no_catastrophe(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app("com.google.android.documentsui")
    hand.tap("Download")
    (tmp_path / "Download" / "readme.txt").unlink()
    hand.tap("readme.txt")
    assert "Not found: Download/readme.txt" in hand.texts()
    hand.tap("OK")
    assert hand.look().windows[-1].title == "Download"


def test_the_same_seed_gives_the_same_people_and_another_seed_others(tmp_path):
    def people(seed):
        hand = Hand(tmp_path / str(seed), seed)
        hand.phone.open_app("com.android.contacts")
        return [seen.text for seen in hand.all(id="cliv_name_textview")]

    assert people(1) == people(1)
    assert people(1) != people(2)


def test_the_screen_can_be_looked_at_while_a_finger_moves(tmp_path):
    phone = SimulatedPhone(tmp_path)
    phone.open_app("com.android.contacts")
    mover = threading.Thread(target=phone.gesture, args=([[Point(540, 1800, 0), Point(540, 900, 3000)]],))
    mover.start()
    seen = set()
    while mover.is_alive() and len(seen) <= 3:
        seen.add(phone.snapshot()[30:])
    mover.join()
    assert len(seen) > 3, "the list followed the finger"


def test_many_threads_can_use_it_at_once(hand):
    hand.phone.open_app("com.android.calculator2")

    def use(number):
        seen = hand.find(id="digit_7")
        hand.phone.screenshot(100, 50, [])
        hand.press(*seen.center)
        hand.phone.read_logs(None)
        return hand.phone.foreground().package

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(use, range(24))) == {"com.android.calculator2"}
    assert hand.find(id="formula").text == "7" * 24
