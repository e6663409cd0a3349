/** Clients that share their connections, and informers, in one namespace or in all. */
import { Agent } from 'node:https'
import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  createConfiguration,
  KubeConfig,
  makeInformer,
  NetworkingV1Api,
  ServerConfiguration,
} from '@kubernetes/client-node'

export const group = 'bench.kubewright.dev'
export const version = 'v1'

const restartDelayMs = 5_000

export async function connect(namespace) {
  const config = new KubeConfig()
  config.loadFromDefault()
  const configuration = createConfiguration({
    baseServer: new ServerConfiguration(config.getCurrentCluster().server, {}),
    authMethods: { default: config },
    promiseMiddleware: [await sharedAgent(config)],
  })
  const apis = {
    core: new CoreV1Api(configuration),
    apps: new AppsV1Api(configuration),
    networking: new NetworkingV1Api(configuration),
    custom: new CustomObjectsApi(configuration),
  }
  return { config, namespace, apis }
}

/** Replaces the agent that the library makes for each request. */
async function sharedAgent(config) {
  const options = {}
  await config.applyToHTTPSOptions(options)
  const agent = new Agent({ ca: options.ca, cert: options.cert, key: options.key, keepAlive: true })
  return {
    pre: async (request) => {
      request.setAgent(agent)
      return request
    },
    post: async (response) => response,
  }
}

/** `all` and `one` list a built-in kind in all namespaces and in one. */
export function informBuiltIn({ config, namespace }, { root, plural, all, one }) {
  const path = namespace ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`
  return keepRunning(makeInformer(config, path, namespace ? () => one({ namespace }) : () => all()))
}

export function informCustom({ config, namespace, apis: { custom } }, plural) {
  const root = `/apis/${group}/${version}`
  const kind = { group, version, plural }
  return keepRunning(
    namespace
      ? makeInformer(config, `${root}/namespaces/${namespace}/${plural}`, () =>
          custom.listNamespacedCustomObject({ ...kind, namespace }),
        )
      : makeInformer(config, `${root}/${plural}`, () => custom.listClusterCustomObject(kind)),
  )
}

function keepRunning(informer) {
  informer.on('error', (error) => {
    console.error(`a watch failed, next attempt in ${restartDelayMs} ms: ${error}`)
    setTimeout(() => informer.start(), restartDelayMs)
  })
  return informer
}

/**
 * Resolves once the informer has listed and watches.
 *
 * Failure: rejects if the first list or watch fails. The library's own `start` would resolve.
 */
export function startInformer(informer) {
  return new Promise((resolve, reject) => {
    informer.on('error', reject)
    informer.start().then(resolve, reject)
  })
}
