/** Label and field selectors match the same objects as on kube-apiserver, and are refused with the same messages. */
import { compileFieldSelector, compileLabelSelector, parseFieldSelector } from '@kubewright/core/selectors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attempt, forMany, type Refusal } from './agreement.ts'
import { createNamespace, expectStatus, openRealApi } from './real-server.ts'

const labelSets = [
  {},
  { app: 'web' },
  { app: 'web', tier: 'cache' },
  { app: 'api', tier: '' },
  { app: '10', 'example.dev/size': '7' },
  { tier: '3' },
  { in: 'notin', app: '2' },
]
const names = labelSets.map((_, index) => `object-${index}`)

const api = openRealApi()
let namespace = ''
beforeAll(async () => {
  namespace = await createNamespace(api, 'selectors')
  for (const [index, labels] of labelSets.entries()) {
    const body = { metadata: { name: names[index], labels } }
    await expectStatus(api.request(collection(), { method: 'POST', body }), 201)
  }
})
afterAll(() => api[Symbol.dispose]())

it('label selectors match, and are refused, like on kube-apiserver', async () => {
  const word = fc.constantFrom(
    'app',
    'tier',
    'example.dev/size',
    'web',
    'cache',
    '7',
    '-3',
    'in',
    'notin',
    'a b',
    'Ä',
    '',
  )
  const symbol = fc.constantFrom('=', '==', '!=', '>', '<', '!', ',', '(', ')', ' in ', ' notin ', ' ', '/', '"')
  const condition = fc.constantFrom(' in (web,cache)', ' notin (web, 10)', '>5', '< 5', '=web', '!= web', '==', '')
  const tidy = fc.tuple(word, condition).map((parts) => parts.join(''))
  const wild = fc.array(fc.oneof(word, symbol), { maxLength: 6 }).map((parts) => parts.join(''))
  const selector = fc.oneof(
    fc.array(tidy, { maxLength: 3 }).map((parts) => parts.join(',')),
    wild,
  )

  await forMany(selector, async (text) => {
    const ours = attempt(() => {
      const matches = compileLabelSelector(text)
      return names.filter((_, index) => matches(labelSets[index]))
    })
    expect(ours).toEqual(await select('labelSelector', text))
  })
})

it('field selectors match, and are refused, like on kube-apiserver', async () => {
  const field = fc.constantFrom('metadata.name', 'metadata.namespace', '')
  const condition = fc.constantFrom('=object-1', '==object-2', '!=object-3', '=', '!=', '')
  const tidy = fc.tuple(field, condition).map((parts) => parts.join(''))
  const piece = fc.constantFrom('=', '==', '!=', ',', '\\', '\\,', 'object-1', 'x', ' ')
  const wild = fc.tuple(field, fc.array(piece, { maxLength: 5 })).map(([start, rest]) => start + rest.join(''))
  const selector = fc.oneof(
    fc.array(tidy, { maxLength: 3 }).map((parts) => parts.join(',')),
    wild,
  )

  await forMany(selector, async (text) => {
    expect(attempt(() => chooseByField(text))).toEqual(await select('fieldSelector', text))
  })
})

function collection(): string {
  return `/api/v1/namespaces/${namespace}/configmaps`
}

interface NamedList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[]
}

async function select(parameter: string, selector: string): Promise<Refusal | readonly string[]> {
  const { status, body } = await api.request(`${collection()}?${parameter}=${encodeURIComponent(selector)}`)
  if (status === 200) return (body as NamedList).items.map(({ metadata }) => metadata.name)
  return { refused: (body as { message: string }).message }
}

/** The server decides which fields can be selected, so its refusal of others is repeated here. */
function chooseByField(selector: string): Refusal | readonly string[] {
  const known: readonly string[] = ['metadata.name', 'metadata.namespace']
  const unknown = parseFieldSelector(selector).find(({ field }) => !known.includes(field))
  if (unknown) {
    const list = known.map((field) => JSON.stringify(field)).join(', ')
    return { refused: `${JSON.stringify(unknown.field)} is not a known field selector: only ${list}` }
  }
  const matches = compileFieldSelector(selector)
  return names.filter((name) => matches((field) => (field === 'metadata.name' ? name : namespace)))
}
