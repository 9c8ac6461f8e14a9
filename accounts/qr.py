"""QR codes as plain SVG elements: dark on light, whatever the colours of the page."""

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode


def qr_svg(text: str) -> str:
    """An `<svg>` that encodes the text, hidden from screen readers: say it in words beside."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make()
    rows = code.get_matrix()
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    size = len(rows)
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" aria-hidden="true" focusable="false"'
        f' shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )
