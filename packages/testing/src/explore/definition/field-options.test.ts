import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { exploreProcess } from '../../explore-process/explore-process.ts'
import { explore } from '../explore.ts'
import { checkFieldOptions } from './field-options.ts'

const seen = 'metadata.annotations["example.dev/seen"]'

describe('the fields that an exploration names', () => {
  it('are paths, or paths with a kind', () => {
    const both = ['status', 'spec.ports[0]', seen, 'metadata.annotations.example.dev/seen']
    expect(() => checkFieldOptions({ fixed: both, ignore: [...both, { kind: ConfigMap, path: seen }] })).not.toThrow()
    expect(() => checkFieldOptions({})).not.toThrow()
  })

  it.each([
    [{ kind: 'ConfigMap', path: 'data' }],
    [{ path: 'data' }],
    [{ kind: ConfigMap }],
    [{ kind: null, path: 'data' }],
    [null],
    [undefined],
    [7],
    [seen.replace(']', '')],
    [seen.replaceAll('"', '')],
    [{ kind: ConfigMap, path: seen.replaceAll('"', '') }],
  ])('are refused in `ignore` if they would match every kind or nothing: %j', (field) => {
    expect(() => checkFieldOptions({ ignore: [field] })).toThrow(/`ignore: \[/)
  })

  it.each([[seen.replace(']', '')], [{ kind: ConfigMap, path: 'data' }], [undefined]])(
    'are refused in `fixed` unless they are paths: %j',
    (field) => {
      expect(() => checkFieldOptions({ fixed: [field] })).toThrow(/`fixed: \[/)
    },
  )

  it('are checked before anything is explored', async () => {
    const ignore = ['data[seen]']
    const refused = { code: 'KW_TESTING_EXPLORATION', message: expect.stringContaining('data[seen]') as string }
    const scenario = async () => undefined
    await expect(explore({ controllers: () => [], scenario, ignore })).rejects.toMatchObject(refused)
    await expect(exploreProcess({ command: ['none'], scenario, ignore })).rejects.toMatchObject(refused)
  })
})
