"""The endpoints of `/auth/v1`, in files named as GoTrue names its own."""
