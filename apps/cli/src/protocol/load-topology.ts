/** Loads a topology from a file of any supported format. */
import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isKubewrightError } from '@kubewright/core'
import type { Topology } from '@kubewright/protocol'
import { cliErrors } from '../errors.ts'

/** Failure: `KW_CLI_PROTOCOL`, or as the protocol package rejects a definition. */
export async function loadTopology(file: string, cwd: string): Promise<Topology> {
  const path = resolve(cwd, file)
  const reader = readers[extname(path).toLowerCase()]
  if (reader === undefined)
    throw unusable(file, 'its extension is unknown', 'Use a .ts, .js, .yaml, .yml, .json or .csar file.')
  return reader(path, file)
}

type Reader = (path: string, file: string) => Promise<Topology>

const readers: Readonly<Record<string, Reader | undefined>> = {
  '.yaml': readText,
  '.yml': readText,
  '.json': readText,
  '.csar': readArchive,
  '.ts': loadModule,
  '.mts': loadModule,
  '.js': loadModule,
  '.mjs': loadModule,
}

async function readText(path: string, file: string): Promise<Topology> {
  const text = (await bytesOf(path, file)).toString('utf8')
  const { parseTopologyYaml } = await import('@kubewright/protocol/yaml')
  try {
    return parseTopologyYaml(text)
  } catch (error) {
    if (!isKubewrightError(error, 'KW_PROTOCOL_DOCUMENT')) throw error
    throw unusable(file, `it is not YAML: ${String(error.details['why'])}`, 'Correct that line.', error)
  }
}

async function readArchive(path: string, file: string): Promise<Topology> {
  const { readCsar } = await import('@kubewright/protocol/tosca')
  return readCsar(await bytesOf(path, file))
}

async function loadModule(path: string, file: string): Promise<Topology> {
  const { tsImport } = await import('tsx/esm/api')
  const loaded = await load()
  const topology = loaded.default
  if (isTopology(topology)) return topology
  throw unusable(file, 'its default export is not a topology', 'Write `export default defineTopology({ … })`.')

  async function load(): Promise<{ readonly default?: unknown }> {
    try {
      return (await tsImport(pathToFileURL(path).href, import.meta.url)) as { readonly default?: unknown }
    } catch (error) {
      throw unusable(file, messageOf(error), 'Fix the module, or write the topology as YAML.', error)
    }
  }
}

/** Checks the shape, so that a topology of another copy of the package is accepted. */
function isTopology(value: unknown): value is Topology {
  return (
    typeof value === 'object' && value !== null && 'nodes' in value && value.nodes instanceof Map && 'initial' in value
  )
}

async function bytesOf(path: string, file: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw unusable(file, messageOf(error), 'Check the path.', error)
  }
}

function unusable(file: string, why: string, next: string, cause?: unknown): Error {
  return cliErrors('KW_CLI_PROTOCOL', { what: `read the topology ${file}`, why, next, details: { file }, cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
