"""HTTP and WebSocket entry of the house, for uvicorn or any other ASGI server."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

# WhiteNoise hands over files as plain iterators, which Django reads in a thread; they
# are small, and the browser keeps them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

# Loads the apps; the consumers below import models and must come after it.
http_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter  # noqa: E402

from config.origins import SameOriginOnly  # noqa: E402
from config.routing import websocket_router  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": SameOriginOnly(AuthMiddlewareStack(websocket_router)),
    }
)
