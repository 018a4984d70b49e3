"""Pictures, as Supabase's storage service gives them out: files by path, and transformed ones."""
