import { describe, expect, it } from 'vitest'
import { masked, withoutSecrets } from './mask-secrets.ts'

const metadata = { name: 'a', uid: '1' }

describe('a Secret', () => {
  it('is shown with its keys, and its values are masked everywhere', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"a":"cGFzcw=="}}', other: 'x' }
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...metadata, annotations },
      data: { a: 'cGFzcw==' },
      stringData: { b: 'pass' },
    }
    const shown = withoutSecrets(secret as never) as unknown as typeof secret
    expect(shown.data).toEqual({ a: masked })
    expect(shown.stringData).toEqual({ b: masked })
    expect(shown.metadata.annotations.other).toBe('x')
    expect(JSON.stringify(shown)).not.toMatch(/cGFzcw|pass/)
  })

  it('is unchanged if it is of another API group, and so are other objects', () => {
    const other = { apiVersion: 'x.dev/v1', kind: 'Secret', metadata, data: { a: 'b' } } as never
    expect(withoutSecrets(other)).toBe(other)
  })
})
