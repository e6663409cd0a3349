/**
 * Writes renewed OpenID Connect tokens back to their kubeconfig, so that kubectl and the next start of this program do not use an
 * invalidated refresh token.
 *
 * Guarantees
 * - The file is replaced atomically, with the same permissions.
 * - It takes the same lock as kubectl, `<file>.lock`, and fails if the lock is held.
 */
import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { OidcLogin, OidcTokens } from '../connection-config.ts'

export function saveTokens(file: string, userName: string): NonNullable<OidcLogin['save']> {
  return async (tokens) => {
    const target = await realpath(file) // replaces the target of a symbolic link, not the link
    const lock = `${file}.lock`
    await (await open(lock, 'wx', 0o600)).close()
    try {
      await replaceFile(target, await withTokens(await readFile(target, 'utf8'), userName, tokens))
    } finally {
      await rm(lock, { force: true })
    }
  }
}

async function replaceFile(target: string, text: string): Promise<void> {
  const { mode } = await stat(target)
  const draft = `${target}.kubewright`
  try {
    await writeFile(draft, text, { mode: mode & 0o777, flag: 'wx' })
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The text with the new tokens; comments, order and layout are preserved. */
export async function withTokens(text: string, userName: string, tokens: OidcTokens): Promise<string> {
  const withId = await withField(text, userName, 'id-token', tokens.idToken.reveal())
  return withField(withId, userName, 'refresh-token', tokens.refreshToken.reveal())
}

async function withField(text: string, userName: string, name: string, value: string): Promise<string> {
  const { isMap, isScalar, isSeq, parseDocument } = await import('yaml')
  const document = parseDocument(text)
  const users = document.get('users')
  const index = isSeq(users)
    ? users.items.findIndex((user) => isMap(user) && String(user.get('name')) === userName)
    : -1
  if (index === -1) throw new Error('the user is no longer in the file')
  const path = ['users', index, 'user', 'auth-provider', 'config', name]
  const node = document.getIn(path, true)
  // Replaces a single-line scalar in place, without reformatting the file.
  if (isScalar(node) && node.range && ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'].includes(node.type ?? '')) {
    const [begin, end] = node.range
    return text.slice(0, begin) + JSON.stringify(value) + text.slice(end)
  }
  document.setIn(path, value)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(text) })
}
