"""The system's question whether an app may use something: a window of another package."""

from collections.abc import Callable

from .app import App, Dialog
from .view import FILL, Column, Icon, Label, View

_PERMISSIONS = {
    "LOCATION": ("location", "access this device’s location"),
    "CONTACTS": ("contact", "access your contacts"),
    "CAMERA": ("camera", "take pictures and record video"),
}


class PermissionDialog(Dialog):
    package = "com.google.android.permissioncontroller"
    activity = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
    title = "Permission request"
    own_activity = True

    def __init__(self, app: App, asking: App, permission: str, answered: Callable[[bool], object]) -> None:
        super().__init__(app)
        self.asking = asking
        self.permission = permission
        self.answered = answered

    def build(self) -> View:
        icon, what = _PERMISSIONS[self.permission]
        answers = (
            ("permission_allow_foreground_only_button", "While using the app", True),
            ("permission_allow_one_time_button", "Only this time", True),
            ("permission_deny_button", "Don’t allow", False),
        )
        return Column(id="grant_dialog", w=320, fill="surface_high", round=28, pad=(20, 24, 20, 20), gap=14, align="center")(
            Icon(id="permission_icon", icon=icon, icon_size=28, color="primary"),
            Label(
                f"Allow {self.asking.name} to {what}?", id="permission_message", size=18, w=FILL, text_align="center",
                pad=(0, 0, 0, 8)
            ),
            Column(gap=4)(*(self._answer(id, text, allow) for id, text, allow in answers)),
        )

    def dismiss(self) -> None:
        self._close(False)

    def _answer(self, id: str, text: str, allow: bool) -> View:
        return Label(
            text, kind="Button", id=id, w=FILL, h=54, fill="primary_container", color="on_primary_container", round=12, size=15,
            weight="medium", text_align="center", click=lambda: self._close(allow),
        )  # fmt: skip

    def _close(self, allow: bool) -> None:
        super().dismiss()
        grant = (self.asking.package, self.permission)
        if allow:
            self.shell.granted.add(grant)
        verdict = "granted" if allow else "denied"
        self.shell.log.add("I", "PermissionController", f"{self.permission} {verdict} to {self.asking.package}", self.package)
        self.answered(allow)
