import { describe, expect, it } from 'vitest'
import { watchLines } from './watch-lines.ts'

async function linesOf(...chunks: readonly string[]) {
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const lines: (readonly [string, string, boolean])[] = []
  for await (const { type, object, endsInitial } of watchLines(bytes())) lines.push([type, object, endsInitial])
  return lines
}

function line(type: string, metadata: object): string {
  return `${JSON.stringify({ type, object: { kind: 'Site', apiVersion: 'v1', metadata, spec: { name: 'x' } } })}\n`
}

describe('parsed watch lines', () => {
  it.each<[string, object, string]>([
    ['with a namespace', { name: 'blog', namespace: 'default', uid: '1' }, 'default/blog'],
    ['without a namespace', { name: 'blog', uid: '1' }, 'blog'],
    ['with a generated name', { name: 'blog-x', generateName: 'blog-', namespace: 'a', uid: '1' }, 'a/blog-x'],
    ['with its fields in another order', { uid: '1', namespace: 'default', name: 'blog' }, 'default/blog'],
    ['with its namespace last', { name: 'blog', uid: '1', namespace: 'default' }, 'default/blog'],
    ['without a uid', { name: 'blog', namespace: 'default' }, 'default/blog'],
    ['with an escaped name', { name: 'a"b', namespace: 'default', uid: '1' }, 'default/a"b'],
  ])('name an object %s', async (_, metadata, object) => {
    expect(await linesOf(line('MODIFIED', metadata))).toEqual([['MODIFIED', object, false]])
  })

  it('mark the end of the initial events', async () => {
    const ending = { annotations: { 'k8s.io/initial-events-end': 'true' }, resourceVersion: '1' }
    expect(await linesOf(line('BOOKMARK', ending), line('BOOKMARK', {}))).toEqual([
      ['BOOKMARK', '', true],
      ['BOOKMARK', '', false],
    ])
  })

  it('may be split across chunks', async () => {
    const text = line('ADDED', { name: 'blog', uid: '1' })
    expect(await linesOf(text.slice(0, 20), `${text.slice(20)}${text}`)).toEqual([
      ['ADDED', 'blog', false],
      ['ADDED', 'blog', false],
    ])
  })
})
