import { describe, expect, it } from 'vitest'
import type { DraftManager } from '../object/draft.ts'
import { AdmissionChain, type AdmissionPlugin, type Attributes } from './admission.ts'

/** The attributes that a chain reads. */
function attributesOf(managedFields?: DraftManager[]): Attributes & { readonly warned: string[] } {
  const warned: string[] = []
  const metadata = { name: 'x', ...(managedFields && { managedFields }) }
  const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata }
  return { object, warned, warn: (text: string) => void warned.push(text) } as unknown as Attributes & {
    readonly warned: string[]
  }
}

const logging = (name: string, log: string[], wantsMore = false): AdmissionPlugin => ({
  name,
  admit(_, round) {
    log.push(`${name}${round.isSecond ? ' again' : ''}`)
    if (wantsMore) round.again()
  },
})

describe('AdmissionChain', () => {
  it('calls every plugin once by default', async () => {
    const log: string[] = []
    await new AdmissionChain([logging('a', log), logging('b', log)]).admit(attributesOf())
    expect(log).toEqual(['a', 'b'])
  })

  it('reinvokes all plugins once if one requests it, and never a third time', async () => {
    const log: string[] = []
    await new AdmissionChain([logging('a', log), logging('b', log, true)]).admit(attributesOf())
    expect(log).toEqual(['a', 'b', 'a again', 'b again'])
  })

  it("keeps a plugin's memory between rounds", async () => {
    const seen: unknown[] = []
    const plugin: AdmissionPlugin = {
      name: 'p',
      admit(_, round) {
        seen.push(round.memory.get('p'))
        round.memory.set('p', 'been here')
        round.again()
      },
    }
    await new AdmissionChain([plugin]).admit(attributesOf())
    expect(seen).toEqual([undefined, 'been here'])
  })

  const manager: DraftManager = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' }
  it.each([
    [{ ...manager, operation: 'Nope' }, 'operation must be `Apply` or `Update`'],
    [{ ...manager, apiVersion: '' }, 'apiVersion must not be empty'],
    [{ ...manager, fieldsType: '' }, 'missing fieldsType in managed fields entry 0'],
    [{ ...manager, fieldsType: 'X' }, 'invalid fieldsType "X" in managed fields entry 0'],
  ])('restores managedFields that a plugin made invalid: %j', async (broken, why) => {
    const attributes = attributesOf([manager])
    const admit = ({ object }: Attributes) => void (object!.metadata.managedFields = [broken])
    await new AdmissionChain([{ name: 'p', admit }]).admit(attributes)
    expect(attributes.object!.metadata.managedFields).toEqual([manager])
    expect(attributes.warned).toEqual([
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${why}`,
    ])
  })
})
