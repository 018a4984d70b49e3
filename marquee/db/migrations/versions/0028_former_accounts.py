"""Changes tell an account that is gone from a program: both have no account that is named with them."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

MARK = "UPDATE music_changes SET account_gone = {true} WHERE user_id = OLD.id"
TRIGGER = "users_delete_is_noted"


def upgrade() -> None:
    op.add_column("music_changes", sa.Column("account_gone", sa.Boolean(), server_default=sa.false()))
    # Of those from before, nobody knows which.
    op.execute("UPDATE music_changes SET account_gone = NULL WHERE user_id IS NULL")
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"CREATE TRIGGER {TRIGGER} BEFORE DELETE ON users BEGIN {MARK.format(true=1)}; END")
        return
    op.execute(
        f"CREATE FUNCTION {TRIGGER}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{MARK.format(true='true')}; RETURN OLD; END $$"
    )
    op.execute(f"CREATE TRIGGER {TRIGGER} BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION {TRIGGER}()")
