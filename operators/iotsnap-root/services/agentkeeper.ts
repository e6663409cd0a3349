/**
 * AgentKeeper: stores in MongoDB which package each gateway runs. A gateway that requests its deployment gets the file from
 * CloudStorage; it passes through a temporary directory, which is a volume.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Collection, MongoClient, type MongoClientOptions } from 'mongodb'
import { fileAnswer, jsonAnswer, Refusal } from './answer.ts'
import type { ServiceParts } from './cloudstorage.ts'
import { lookup } from './host-lookup.ts'
import { Peer } from './peer.ts'
import type { Settings } from './settings.ts'

interface Deployment {
  readonly _id: string
  readonly package: string
  readonly sha256: string
}

const patience = { serverSelectionTimeoutMS: 5_000 }

/** Without a password there is no login. `mongo.mechanism` is for servers with a mechanism other than MongoDB's default. */
function loginOf(settings: Settings): MongoClientOptions {
  const password = settings.optional('mongo.password', '')
  if (password === '') return {}
  const mechanism = settings.optional('mongo.mechanism', '')
  return {
    auth: { username: settings.optional('mongo.user', 'iotsnap'), password },
    ...(mechanism === '' ? {} : { authMechanism: mechanism as NonNullable<MongoClientOptions['authMechanism']> }),
  }
}

export function agentkeeper(settings: Settings): ServiceParts {
  const storage = new Peer('CloudStorage', settings.required('cloudstorage.url'))
  const admin = new Peer('CloudAdmin', settings.required('cloudadmin.url'))
  const client = new MongoClient(settings.required('mongo.url'), { ...loginOf(settings), ...patience, lookup })
  const deployments = client.db('iotsnap').collection<Deployment>('deployments')
  const files = settings.optional('temporary.directory', '/deployments/temp')
  return {
    async health() {
      await Promise.all([client.db('iotsnap').command({ ping: 1 }), admin.checkHealth(), storage.checkHealth()])
    },
    routes: {
      'GET /deployments': async () => jsonAnswer(200, await deployments.find().sort({ _id: 1 }).toArray()),
      'PUT /deployments/:gateway/:package': async ({ parameters }) => {
        const [gateway, name] = [parameters['gateway']!, parameters['package']!]
        await admin.read(`/gateways/${gateway}`)
        const { sha256 } = await admin.readJson<{ readonly sha256: string }>(`/packages/${name}`)
        await deployments.replaceOne({ _id: gateway }, { package: name, sha256 }, { upsert: true })
        return jsonAnswer(201, { gateway, package: name, sha256 })
      },
      'GET /deployments/:gateway/file': async ({ parameters }) => {
        const wanted = await wantedBy(deployments, parameters['gateway']!)
        return fileAnswer(await fileOf(wanted, storage, files))
      },
    },
  }
}

async function wantedBy(deployments: Collection<Deployment>, gateway: string): Promise<Deployment> {
  const wanted = await deployments.findOne({ _id: gateway })
  if (wanted === null) throw new Refusal(404, `No package is deployed to ${gateway}.`)
  return wanted
}

/** Failure: rejects if the file in CloudStorage does not match the registered checksum. */
async function fileOf({ package: name, sha256 }: Deployment, storage: Peer, directory: string): Promise<Buffer> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, sha256)
  const kept = await readFile(path).catch(() => undefined)
  if (kept !== undefined && digestOf(kept) === sha256) return kept
  const file = await storage.read(`/files/${name}`)
  if (digestOf(file) !== sha256) throw new Error(`The file ${name} has changed since it was registered.`)
  await writeFile(`${path}.part`, file)
  await rename(`${path}.part`, path)
  return file
}

function digestOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex')
}
