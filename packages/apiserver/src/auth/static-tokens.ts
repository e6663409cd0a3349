/** Bearer tokens known in advance: given in memory, or read from a CSV file. */
import { hash } from 'node:crypto'
import type { TokenVerifier } from './authentication.ts'
import { authErrors } from './errors.ts'
import { type User, withAuthenticated } from '../identity/user.ts'

/** The tokens have the audiences of this server: a token list is meant for the server that has it. */
export function staticTokens(users: ReadonlyMap<string, User>, ownAudiences: readonly string[]): TokenVerifier {
  // Looked up by hash, so that the timing reveals nothing about existing tokens.
  const byHash = new Map(Array.from(users, ([token, user]) => [hashOf(token), withAuthenticated(user)]))
  return {
    verify(token, audiences) {
      const user = byHash.get(hashOf(token))
      const meant = ownAudiences.filter((audience) => audiences.includes(audience))
      const isMeant = meant.length > 0 || ownAudiences.length === 0
      return user === undefined || !isMeant ? { user: undefined, audiences: [] } : { user, audiences: meant }
    },
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64')
}

/**
 * Users by token, from lines of `token,user,uid[,"group1,group2"]`. A line without a token is ignored; of two lines with
 * the same token the later one wins.
 *
 * Failure: `KW_AUTH_TOKEN_FILE` with the number of the invalid line.
 */
export function parseTokenFile(text: string): ReadonlyMap<string, User> {
  const users = new Map<string, User>()
  for (const [line, record] of readRecords(text)) {
    const [token = '', name, uid, groups] = record
    if (name === undefined || uid === undefined) throw tooShort(line, record.length)
    if (token === '') continue
    users.set(token, { name, ...(uid === '' ? {} : { uid }), groups: groups === undefined ? [] : groups.split(',') })
  }
  return users
}

function tooShort(line: number, columns: number): Error {
  return unreadable(line, `has ${columns} of the columns token, user name and user uid`)
}

/** RFC 4180: fields may be quoted, quotes inside are doubled, empty lines are skipped. */
function* readRecords(text: string): Iterable<readonly [line: number, record: readonly string[]]> {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  for (let line = 1; field.lastIndex < text.length; ) {
    const start = line
    const record: string[] = []
    for (let end: string | undefined = ','; end === ','; ) {
      const match = field.exec(text)
      if (match === null) throw unreadable(line, 'has a quote where none may be')
      record.push(match[1]?.replaceAll('""', '"') ?? match[2]!)
      line += match[0].split('\n').length - 1
      end = match[3]
    }
    if (record.length > 1 || record[0] !== '') yield [start, record]
  }
}

/** Names the line but not its content, which holds a token. */
function unreadable(line: number, why: string): Error {
  return authErrors('KW_AUTH_TOKEN_FILE', {
    what: 'read the file of bearer tokens',
    why: `line ${line} ${why}`,
    next: 'Write it as token,user,uid or token,user,uid,"group1,group2".',
    details: { line },
  })
}
