/**
 * Finds the connection of this process. Explicit configuration takes precedence over defaults:
 *
 * 1. the kubeconfig in the options,
 * 2. KUBECONFIG,
 * 3. the service account of the pod this process runs in,
 * 4. `~/.kube/config`.
 *
 * A kubeconfig that is named but missing is an error, never a reason to fall back to another cluster.
 *
 * See decision 0040.
 */
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ConnectionConfig } from './connection-config.ts'
import { connectionErrors } from './errors.ts'
import { whyUnreadable } from './file-problem.ts'
import { type Kubeconfig, mergeKubeconfigs, readKubeconfig } from './kubeconfig/kubeconfig.ts'
import { kubeconfigConnection } from './kubeconfig/kubeconfig-connection.ts'
import { parseKubeconfigText } from './kubeconfig/kubeconfig-source.ts'
import { type Selection, selectContext } from './kubeconfig/select-context.ts'
import { podConnection, serviceAccountDirectory, whyNotInPod } from './pod-config.ts'
import type { Environment } from './wire/environment-proxy.ts'

/** Options of `loadConfig`. */
export interface LoadConfigOptions extends Selection {
  /** The path of a kubeconfig, or of several to merge. All of them must exist. */
  readonly kubeconfig?: string | readonly string[]
  /** The text of a kubeconfig. Relative paths in it start at the working directory. */
  readonly kubeconfigText?: string
  /** Restricts the search: `'pod'` to the service account, `'kubeconfig'` to everything else. */
  readonly from?: 'pod' | 'kubeconfig'
  /** @default process.env */
  readonly env?: Environment
  /**
   * @default the directory in KUBEWRIGHT_SERVICE_ACCOUNT, which the simulation sets for pods that run as processes; else
   * /var/run/secrets/kubernetes.io/serviceaccount
   */
  readonly serviceAccountDirectory?: string
}

/**
 * The connection from the options, KUBECONFIG, the pod, or `~/.kube/config`, whichever comes first.
 *
 * Credential files are not read yet: they are read when a connection is opened, and again when they change.
 *
 * Failure: `KW_CLIENT_CONFIG_NOT_FOUND` lists the searched locations; other codes name the file, line and field.
 *
 * @example
 * ```ts
 * const connection = await loadConfig({
 *   kubeconfigText: `
 *     clusters: [{ name: home, cluster: { server: 'http://127.0.0.1:8001' } }]
 *     contexts: [{ name: dev, context: { cluster: home, namespace: shop } }]
 *     current-context: dev`,
 * })
 * connection.server // => 'http://127.0.0.1:8001'
 * connection.currentNamespace // => 'shop'
 * ```
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<ConnectionConfig> {
  const env = options.env ?? process.env
  const directory = options.serviceAccountDirectory ?? (env['KUBEWRIGHT_SERVICE_ACCOUNT'] || serviceAccountDirectory)
  const pod = { env, directory }
  if (options.kubeconfigText !== undefined) {
    return fromTexts([await readText({ text: options.kubeconfigText })], options)
  }
  const named = namedFiles(options, env)
  if (named) return fromTexts(await named.read(), options)

  const notInPod = mayUsePod(options) ? await whyNotInPod(pod) : 'the options select a kubeconfig'
  if (notInPod === undefined) return podConnection(pod, options.namespace)
  const home = join(env['HOME'] || homedir(), '.kube', 'config')
  const found = options.from === 'pod' ? [] : await readFiles([home])
  if (found.length === 0) throw nothingFound(options, home, notInPod)
  return fromTexts(found, options)
}

/** A pod has one connection and no contexts: an option that names one implies a kubeconfig. */
function mayUsePod({ from, context, cluster, user }: LoadConfigOptions): boolean {
  return from !== 'kubeconfig' && [context, cluster, user].every((choice) => choice === undefined)
}

/** The kubeconfigs named explicitly, in the options or in the environment. */
function namedFiles(options: LoadConfigOptions, env: Environment) {
  if (options.kubeconfig !== undefined) {
    const files = [options.kubeconfig].flat()
    if (files.length === 0) missing(files, 'the kubeconfigs in the options')
    return { read: () => Promise.all(files.map(async (file) => (await readFiles([file]))[0] ?? missing([file], file))) }
  }
  // An empty variable counts as unset.
  const variable = env['KUBECONFIG']
  if (!variable || options.from === 'pod') return undefined
  const files = [...new Set(variable.split(delimiter))].filter((file) => file !== '')
  return {
    async read() {
      const found = await readFiles(files)
      return found.length > 0 ? found : missing(files, 'any file in KUBECONFIG')
    },
  }
}

function fromTexts(kubeconfigs: readonly Kubeconfig[], selection: Selection): ConnectionConfig {
  return kubeconfigConnection(selectContext(mergeKubeconfigs(kubeconfigs), selection))
}

/** Reads the files that exist. */
async function readFiles(files: readonly string[]): Promise<readonly Kubeconfig[]> {
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await textOf(file) })))
  const there = texts.filter((one): one is { file: string; text: string } => one.text !== undefined)
  return Promise.all(there.map(readText))
}

async function readText(origin: { readonly text: string; readonly file?: string }): Promise<Kubeconfig> {
  return readKubeconfig(await parseKubeconfigText(origin))
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw connectionErrors('KW_CLIENT_CONFIG_UNREADABLE', {
      what: `read the kubeconfig ${file}`,
      why: whyUnreadable(code),
      next: 'Correct the path, or the permissions of the file.',
      details: { file, problem: code },
    })
  }
}

/** `files` are all named files, none of which exists. */
function missing(files: readonly string[], what: string): never {
  const others = files.length === 0 ? 'the list of files is empty' : `none of ${files.join(', ')} exists`
  throw connectionErrors('KW_CLIENT_CONFIG_NOT_FOUND', {
    what: `read ${what}`,
    why: what === files[0] ? 'it does not exist' : others,
    next: 'Correct the path, or unset it to use the default locations.',
    details: { files },
  })
}

function nothingFound({ from }: LoadConfigOptions, home: string, notInPod: string): Error {
  const tried = [
    ...(from === 'pod' ? [] : ['KUBECONFIG is not set', `${home} does not exist`]),
    ...(from === 'kubeconfig' ? [] : [`this process is not in a pod: ${notInPod}`]),
  ]
  return connectionErrors('KW_CLIENT_CONFIG_NOT_FOUND', {
    what: 'find a connection to a cluster',
    why: tried.join('; '),
    next:
      from === 'pod'
        ? 'Run in a pod with a service account, or leave `from` out to use a kubeconfig.'
        : 'Set KUBECONFIG to the path of a kubeconfig, or pass one to loadConfig().',
    details: { tried },
  })
}
