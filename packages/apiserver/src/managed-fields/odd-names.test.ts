import { describe, expect, it } from 'vitest'
import { startServer } from '../testing/started-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const applying = { 'content-type': 'application/apply-patch+yaml' }

/** JSON text, because an object literal treats __proto__ specially. */
const data = (values: readonly (readonly [name: string, value: string])[]) =>
  `{${values
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',')}}`

/** Names of Object.prototype members, which are ordinary names in JSON. */
describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'server-side apply of a field named %s',
  (name) => {
    async function start() {
      const started = await startServer()
      const apply = (manager: string, values: readonly (readonly [string, string])[]) => {
        const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":${data(values)}}`
        const path = `${maps}/a?fieldManager=${manager}`
        return started.server.transport().send({ method: 'PATCH', path, headers: applying, body })
      }
      const read = async () => {
        const { body } = await started.server.transport().send({ method: 'GET', path: `${maps}/a`, headers: {} })
        return (await body.text()).replace(/^.*"data":/s, '').trim()
      }
      return { started, apply, read }
    }

    it('sets, changes and removes it for its field manager', async () => {
      const { started, apply, read } = await start()
      await using _ = started
      await apply('one', [
        [name, 'x'],
        ['kept', 'y'],
      ])
      expect(await read()).toBe(
        `${data([
          [name, 'x'],
          ['kept', 'y'],
        ])}}`,
      )
      await apply('one', [
        [name, 'z'],
        ['kept', 'y'],
      ])
      expect(await read()).toBe(
        `${data([
          [name, 'z'],
          ['kept', 'y'],
        ])}}`,
      )
      await apply('one', [['kept', 'y']])
      expect(await read()).toBe(`${data([['kept', 'y']])}}`)
    })

    it('keeps it when another field manager applies other fields', async () => {
      const { started, apply, read } = await start()
      await using _ = started
      await apply('one', [[name, 'x']])
      await apply('two', [['other', 'y']])
      expect(await read()).toBe(
        `${data([
          [name, 'x'],
          ['other', 'y'],
        ])}}`,
      )
      const { status, body } = await apply('two', [[name, 'mine']])
      expect([status, await body.text()]).toEqual([
        409,
        expect.stringContaining(`conflict with \\"one\\": .data.${name}`),
      ])
    })
  },
)
