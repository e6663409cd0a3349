/** The error for a file of the project that cannot be written. */
import { cliErrors } from '../errors.ts'

/** @param path relative to the project */
export function writeError(path: string, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException
  return cliErrors('KW_CLI_WRITE', {
    what: `write ${path}`,
    why: reasons[code ?? ''] ?? message,
    next: 'Make room for it, and run it again.',
    details: { path },
    cause,
  })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a disk that can only be read',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is where its folder should be',
  EEXIST: 'something of that name is in the way',
  EISDIR: 'a folder has that name',
}
