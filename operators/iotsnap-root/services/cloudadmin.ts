/** CloudAdmin: the registry of gateways and packages in PostgreSQL. Package files are stored through CloudStorage. */
import { createHash } from 'node:crypto'
import { jsonAnswer, Refusal } from './answer.ts'
import type { ServiceParts } from './cloudstorage.ts'
import { Database } from './database.ts'
import { Peer } from './peer.ts'
import type { Settings } from './settings.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS gateway (id text PRIMARY KEY, registered timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS package (name text PRIMARY KEY, sha256 text NOT NULL, bytes integer NOT NULL);`

export function cloudadmin(settings: Settings): ServiceParts {
  const storage = new Peer('CloudStorage', settings.required('cloudstorage.url'))
  const database = new Database(settings, schema)
  return {
    async health() {
      await Promise.all([database.ask('SELECT 1 FROM gateway LIMIT 1'), storage.checkHealth()])
    },
    routes: {
      'GET /gateways': async () => jsonAnswer(200, await database.ask('SELECT id FROM gateway ORDER BY id')),
      'GET /gateways/:id': async ({ parameters }) =>
        jsonAnswer(200, await one(database, 'SELECT id FROM gateway WHERE id = $1', parameters['id']!)),
      'PUT /gateways/:id': async ({ parameters }) => {
        await database.ask('INSERT INTO gateway (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', parameters['id']!)
        return jsonAnswer(201, { id: parameters['id'] })
      },
      'GET /packages': async () =>
        jsonAnswer(200, await database.ask('SELECT name, sha256, bytes FROM package ORDER BY name')),
      'GET /packages/:name': async ({ parameters }) =>
        jsonAnswer(
          200,
          await one(database, 'SELECT name, sha256, bytes FROM package WHERE name = $1', parameters['name']!),
        ),
      'PUT /packages/:name': async ({ parameters, body }) => {
        const [name, file] = [parameters['name']!, await body()]
        await storage.put(`/files/${name}`, file)
        const sha256 = createHash('sha256').update(file).digest('hex')
        await database.ask(
          `INSERT INTO package (name, sha256, bytes) VALUES ($1, $2, $3)
           ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes`,
          name,
          sha256,
          file.length,
        )
        return jsonAnswer(201, { name, sha256, bytes: file.length })
      },
    },
  }
}

async function one(database: Database, sql: string, name: string): Promise<unknown> {
  const [row] = await database.ask(sql, name)
  if (row === undefined) throw new Refusal(404, `${name} is not registered.`)
  return row
}
