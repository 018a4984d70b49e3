"""What follows from a write that was made: lines of the audit trail, and mail."""

from marquee.domain.audited import Write, may_have_told, record_write
from marquee.rest.mutation import WriteResult
from marquee.rest.plan_cache import BoundPlan
from marquee.sheets.sheet import TABLES
from marquee.web.context import Context


def follow(context: Context, bound: BoundPlan, result: WriteResult) -> None:
    """Record a write that affected rows, and send the mail that it may have queued."""
    if not result.affected:
        return
    request, table = bound.request, bound.table
    if request.is_csv and table in TABLES.values():
        context.record("imported", table=table.name, rows=result.affected)
    write = Write(table, request.action, result.affected, result.ids, result.accounts, result.written)
    record_write(context.record, write)
    if may_have_told(write):
        context.wake_mail()
