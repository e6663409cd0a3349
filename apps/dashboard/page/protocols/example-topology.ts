/** The initial text of the editor: a shop whose API falls back when its database is gone. */
export const exampleTopology = `# A shop: a volume, a database on it, an API that needs the database, and a web page.
types:
  Volume:
    capabilities: [storage]
    initial: unavailable
    states:
      unavailable: {}
      available: { offers: [storage] }
    operations:
      create: { from: unavailable, to: available }
      delete: { from: available, to: unavailable }
  Database:
    requirements: [storage]
    capabilities: [sql]
    initial: unavailable
    states:
      unavailable: {}
      running: { needs: [storage], offers: [sql] }
      crashed: {}
    operations:
      run: { from: unavailable, to: running, needs: [storage] }
      delete: { from: [running, crashed], to: unavailable }
      crash: { from: running, to: crashed, controllable: false } # happens to you
    faults: { running: crashed } # where it goes when its storage is gone
  Api:
    requirements: [database]
    capabilities: [http]
    initial: unavailable
    states:
      unavailable: {}
      running: { needs: [database], offers: [http] }
      crashed: {}
    operations:
      run: { from: unavailable, to: running, needs: [database] }
      delete: { from: [running, crashed], to: unavailable }
      crash: { from: running, to: crashed, controllable: false }
    faults: { running: crashed }
  Web:
    requirements: [api]
    initial: unavailable
    states:
      unavailable: {}
      alone: {}
      serving: { needs: [api] }
    operations:
      run: { from: unavailable, to: alone }
      connect: { from: alone, to: serving, needs: [api] }
      delete: { from: [alone, serving], to: unavailable }
    faults: { serving: alone } # it goes on without the API
nodes:
  disk: Volume
  db: Database
  api: Api
  web: Web
bindings:
  db.storage: disk.storage
  api.database: db.sql
  web.api: api.http
`
