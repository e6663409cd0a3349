/** The options of a local cluster, shared by every command that starts one. */
import { relative, resolve } from 'node:path'
import type { Options, OptionValues } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'
import { parsePort } from '../command/parse-port.ts'
import type { LocalClusterOptions, SimulatedOptions } from './local-cluster.ts'

export const localClusterOptions = {
  'data-dir': { type: 'string', takes: 'DIR', help: 'Store objects in this folder, so that they survive a restart.' },
  kubeconfig: {
    type: 'string',
    takes: 'FILE',
    help: 'Write the kubeconfig here, readable by you alone.',
    default: '.kubewright/kubeconfig',
  },
  'no-simulation': { type: 'boolean', help: 'Run only the API server, without simulated controllers and nodes.' },
  nodes: { type: 'string', takes: 'NUMBER', help: 'The number of simulated nodes.', default: '1' },
  images: { type: 'string', takes: 'FILE', help: 'Run the images named in this JSON file as programs.' },
} as const satisfies Options

type Given = OptionValues<typeof localClusterOptions> & { readonly port: string; readonly host?: string }

/** Failure: `KW_CLI_USAGE`, for the command. */
export async function readLocalCluster(command: string, given: Given, cwd: string): Promise<LocalClusterOptions> {
  const { host = '127.0.0.1', port, kubeconfig, 'data-dir': dataDir } = given
  const simulation = given['no-simulation'] ? undefined : await readSimulation(command, given, cwd)
  return {
    host,
    port: parsePort(command, port),
    kubeconfig: resolve(cwd, kubeconfig),
    ...(dataDir === undefined ? {} : { dataDir: resolve(cwd, dataDir) }),
    ...(simulation === undefined ? {} : { simulation }),
  }
}

async function readSimulation(command: string, { nodes, images }: Given, cwd: string): Promise<SimulatedOptions> {
  if (images === undefined) return { nodes: parseNodes(command, nodes), images: {} }
  const { readImages } = await import('./images-file.ts')
  return { nodes: parseNodes(command, nodes), images: await readImages(command, resolve(cwd, images)) }
}

function parseNodes(name: string, text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 2_000) return Number(text)
  throw usageError({ name }, `${JSON.stringify(text)} is not a number of nodes from 0 to 2000`)
}

/** The path relative to the folder, or unchanged if it is outside. */
export function shortest(cwd: string, path: string): string {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}
