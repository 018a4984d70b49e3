"""The picture protocol (Supabase Storage): pictures that people upload, and other versions of them.

`site` uses `Media`, `DerivedFiles` and `pixels` for share cards. Who asks is known from `Actor`,
as in `rest`; accounts are not known here.
"""
