/** Examines the file at the path of a new kubeconfig: replaceable, the user's own, or that of a cluster that is still running. */
import { readFile } from 'node:fs/promises'
import { get } from 'node:https'
import { systemClock } from '@kubewright/core'

/** Why the file must not be replaced. */
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

/** The cluster name in every file that this command writes. */
const ownName = 'kubewright'
const patienceMs = 1_000

/** The text of the file; empty if there is none. */
export function readKubeconfig(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Checks whether the cluster in the kubeconfig is still running. */
export async function findKeeper(text: string): Promise<Keeper | undefined> {
  const clusters = await clustersIn(text)
  if (clusters === undefined) return undefined
  if (clusters.some(({ name }) => name !== ownName)) {
    return {
      why: 'it has clusters that kubewright did not create, and they would be lost',
      next: 'Use another file: --kubeconfig FILE',
    }
  }
  const running = clusters.find(({ cluster }) => cluster?.server !== undefined)?.cluster
  if (running === undefined || !(await answers(running))) return undefined
  return {
    why: `it is the kubeconfig of another cluster that still runs, at ${running.server}`,
    next: 'Stop that cluster, or use another file: --kubeconfig FILE',
  }
}

/** `undefined` if the text is not a kubeconfig. */
async function clustersIn(text: string): Promise<readonly Cluster[] | undefined> {
  if (text === '') return undefined
  const { parse } = await import('yaml') // usually there is no file
  try {
    const config = parse(text) as Kubeconfig | null
    return config?.kind === 'Config' && Array.isArray(config.clusters) ? config.clusters : undefined
  } catch {
    return undefined
  }
}

/** Whether that very server answers: another server at the same address has a different CA. */
function answers({ server, 'certificate-authority-data': authority = '' }: NonNullable<Cluster['cluster']>) {
  if (!URL.canParse(`${server}/livez`) || new URL(server!).protocol !== 'https:') return Promise.resolve(false)
  return new Promise<boolean>((resolve) => {
    const ca = Buffer.from(authority, 'base64').toString()
    const request = get(`${server}/livez`, { ca, agent: false }, () => {
      resolve(true) // the TLS handshake verified the CA, so the response does not matter
      request.destroy()
    })
    // An overall deadline: an idle timeout would not catch a server that sends a byte now and then.
    const giveUp = systemClock.schedule(patienceMs, () => request.destroy())
    request.once('error', () => resolve(false))
    request.once('close', () => {
      giveUp[Symbol.dispose]()
      resolve(false)
    })
  })
}
