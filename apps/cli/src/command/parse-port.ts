/** Parses a port number. */
import { usageError } from './parse-input.ts'

/** Failure: `KW_CLI_USAGE`, for the command. */
export function parsePort(name: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw usageError({ name }, `${JSON.stringify(text)} is not a port: use a whole number from 0 to 65535`)
}
