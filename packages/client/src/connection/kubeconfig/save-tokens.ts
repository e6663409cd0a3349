/**
 * Writes renewed OpenID Connect tokens back into the kubeconfig they came from, so that kubectl and the next start of
 * this program do not stand there with a refresh token that has been used up.
 *
 * Guarantees
 * - The file is replaced in one step, with the same permissions; nobody ever sees half of it.
 * - It takes the same lock as kubectl, `<file>.lock`, and gives up if somebody holds it.
 */
import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { OidcLogin, OidcTokens } from '../connection-config.ts'

export function saveTokens(file: string, userName: string): NonNullable<OidcLogin['save']> {
  return async (tokens) => {
    const target = await realpath(file) // replacing a link would cut it off from what it points to
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

/** The text with the new tokens in it; comments, order and layout stay as they are. */
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
  // Where one line is replaced by another, the file need not be written anew.
  if (isScalar(node) && node.range && ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'].includes(node.type ?? '')) {
    const [begin, end] = node.range
    return text.slice(0, begin) + JSON.stringify(value) + text.slice(end)
  }
  document.setIn(path, value)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(text) })
}
