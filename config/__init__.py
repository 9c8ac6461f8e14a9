"""The composition root: settings, routes, processes. The only package that knows all others.

Importing it makes the Celery app, so that `shared_task` finds it in every process.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
