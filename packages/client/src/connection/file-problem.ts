/** Readable reasons why a file could not be read. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this process may not read it',
  EISDIR: 'it is a directory',
  EMPTY: 'it is empty',
  ENOENT: 'it does not exist',
  ENOTDIR: 'part of its path is not a directory',
  EPERM: 'this process may not read it',
}

/** `problem` is the code of a system error, or `EMPTY`. */
export function whyUnreadable(problem: string): string {
  return reasons[problem] ?? `the system says ${problem}`
}
