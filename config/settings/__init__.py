"""One module an environment: `dev` (laptop), `test`, `prod`. All start from `base`."""
