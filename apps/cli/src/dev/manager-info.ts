/** Finds the log lines of the manager that repeat what `kubewright dev` shows. Pure. */

/**
 * Whether a line of the pretty format is at level `info` and not from a reconcile: a start, a stop, a lease. Lines of `ctx.log` have the
 * id of their reconcile.
 */
export function isManagerInfo(line: string): boolean {
  // oxlint-disable-next-line no-control-regex -- colours are control characters
  const text = line.replaceAll(/\u001b\[[\d;]*m/g, '')
  return /^\d\d:\d\d:\d\d\.\d{3} info {2}/.test(text) && !text.includes('  reconcileId=')
}
