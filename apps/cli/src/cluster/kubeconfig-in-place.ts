/** What lies where a kubeconfig is to be written: nothing of worth, somebody else's, or that of a cluster that still runs. */
import { readFile } from 'node:fs/promises'
import { get } from 'node:https'
import { systemClock } from '@kubewright/core'

/** Why the file must stay as it is. */
export interface Keeper {
  readonly why: string
  readonly next: string
}

interface Kubeconfig {
  readonly kind?: unknown
  readonly clusters?: readonly Cluster[]
}

interface Cluster {
  readonly name?: string
  readonly cluster?: { readonly server?: string; readonly 'certificate-authority-data'?: string }
}

/** What this command calls its cluster, in every file it writes. */
const ownName = 'kubewright'
const patienceMs = 1_000

/** The text of the file, empty if there is none. */
export function readKubeconfig(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Asks the cluster that the kubeconfig leads to whether it runs. */
export async function findKeeper(text: string): Promise<Keeper | undefined> {
  const clusters = await clustersIn(text)
  if (clusters === undefined) return undefined
  if (clusters.some(({ name }) => name !== ownName)) {
    return {
      why: 'it holds clusters that kubewright did not make, which would be lost',
      next: 'Name another file with --kubeconfig.',
    }
  }
  const running = clusters.find(({ cluster }) => cluster?.server !== undefined)?.cluster
  if (running === undefined || !(await answers(running))) return undefined
  return {
    why: `it leads to the cluster at ${running.server}, which still runs`,
    next: 'Stop that one, or name another file with --kubeconfig.',
  }
}

/** `undefined` if the text is no kubeconfig. */
async function clustersIn(text: string): Promise<readonly Cluster[] | undefined> {
  if (text === '') return undefined
  const { parse } = await import('yaml') // as a rule there is nothing to read
  try {
    const config = parse(text) as Kubeconfig | null
    return config?.kind === 'Config' && Array.isArray(config.clusters) ? config.clusters : undefined
  } catch {
    return undefined
  }
}

/** Whether that very server is there: another at its address has another authority, or none. */
function answers({ server, 'certificate-authority-data': authority = '' }: NonNullable<Cluster['cluster']>) {
  if (!URL.canParse(`${server}/livez`) || new URL(server!).protocol !== 'https:') return Promise.resolve(false)
  return new Promise<boolean>((resolve) => {
    const ca = Buffer.from(authority, 'base64').toString()
    const request = get(`${server}/livez`, { ca, agent: false }, () => {
      resolve(true) // the handshake proved the authority: what it says does not matter
      request.destroy()
    })
    // A time for all of it: a program that sends a byte now and then is never idle.
    const giveUp = systemClock.schedule(patienceMs, () => request.destroy())
    request.once('error', () => resolve(false))
    request.once('close', () => {
      giveUp[Symbol.dispose]()
      resolve(false)
    })
  })
}
