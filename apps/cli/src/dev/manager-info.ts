/** Finds the log lines of the manager that repeat what `kubewright dev` shows. Pure. */

/**
 * Whether a line, pretty or JSON, is at level `info` and not from a reconcile: a start, a stop, a lease. Lines of `ctx.log` have the
 * id of their reconcile.
 */
export function isManagerInfo(line: string): boolean {
  // oxlint-disable-next-line no-control-regex -- colours are control characters
  const text = line.replaceAll(/\u001b\[[\d;]*m/g, '')
  const isInfo = /^(?:\d\d:\d\d:\d\d\.\d{3} info {2}|\{"level":"info","time":")/.test(text)
  return isInfo && !/ {2}reconcileId=|"reconcileId":/.test(text)
}
