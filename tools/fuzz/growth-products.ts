/** Requests with many errors, each of which quotes a long text: the response could be as large as the product of both. */
import { asked, type GrowthCase, sent, times } from './growth-case.ts'

const boxes = '/apis/growth.example.com/v1/namespaces/default/boxes'
const dryBoxes = `${boxes}?dryRun=All`

function box(name: string, map: object): object {
  return { apiVersion: 'growth.example.com/v1', kind: 'Box', metadata: { name }, spec: { map } }
}

const longKey = (size: number) => 'k'.repeat(size * 10)
const manyFields = (size: number, value: number) => Object.fromEntries(times(size, (at) => [`n${at}`, value]))
const below = (size: number, content: object) => box('grown', { [longKey(size)]: content })

function apply(path: string, manager: string, body: object): ReturnType<typeof sent> {
  return sent('PATCH', `${path}?fieldManager=${manager}`, body, 'application/apply-patch+yaml')
}

/** Two managers apply the same fields with different values. */
function conflicts(name: string, key: (size: number) => string, sizes: GrowthCase['sizes']): GrowthCase {
  const kept = name.replaceAll(' ', '-')
  const body = (size: number, value: number) => box(kept, { [key(size)]: { counts: manyFields(size, value) } })
  return {
    name,
    sizes,
    prepare: (size) => [sent('DELETE', `${boxes}/${kept}`, ''), apply(`${boxes}/${kept}`, 'one', body(size, 1))],
    request: (size) => apply(`${boxes}/${kept}`, 'two', body(size, 2)),
  }
}

const sizes = [300, 2_400] as const

export const growthProducts: readonly GrowthCase[] = [
  {
    name: 'unknown fields below a long key',
    sizes,
    request: (size) => sent('POST', dryBoxes, below(size, manyFields(size, 1))),
  },
  {
    name: 'unknown fields below a long key, refused',
    sizes,
    request: (size) => sent('POST', `${dryBoxes}&fieldValidation=Strict`, below(size, manyFields(size, 1))),
  },
  {
    name: 'values of another type below a long key',
    sizes,
    request: (size) => sent('POST', dryBoxes, below(size, { numbers: times(size, () => 'text') })),
  },
  {
    name: 'one key many times below a long key',
    sizes,
    request: (size) =>
      sent(
        'POST',
        dryBoxes,
        JSON.stringify(below(size, { numbers: [] })).replace('[]', `[]${',"numbers":[]'.repeat(size)}`),
      ),
  },
  conflicts('conflicts below a long key', longKey, sizes),
  conflicts('conflicts over many fields', () => 'k', [4_000, 32_000]),
  {
    name: 'characters that no expression has',
    sizes: [1_500, 12_000],
    request: (size) =>
      sent('POST', '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All', {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name: 'grown' },
        spec: { validations: [{ expression: `true${',a='.repeat(size / 3)}` }] },
      }),
  },
  {
    name: 'name of a proxied Service',
    sizes: [16_000, 128_000],
    request: (size) => asked(`/api/v1/namespaces/default/services/a${':'.repeat(size)}%0A/proxy`),
  },
]
