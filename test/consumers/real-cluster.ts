/**
 * The final check: the output of `kubewright generate` is applied to a real kube-apiserver, and the operator built by
 * `npm run build` runs with its own service account only. There is no kubelet, so this starts the program of the pod.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { formatKubeconfig } from '../../tools/kube-apiserver/kubeconfig.ts'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { findKubectl } from '../../tools/kubectl/find-kubectl.ts'
import { stage } from '../../tools/stage.ts'

const run = promisify(execFile)
const account = 'system:serviceaccount:shop-system:shop'

type Kubectl = (line: string) => Promise<string>
type Stages = readonly (readonly [string, () => Promise<unknown>])[]

/** @param project folder of an operator called shop, installed and built */
export async function checkOnRealServer(project: string, ports: { readonly health: number }): Promise<boolean> {
  await using server = await startRealServer()
  const path = await findKubectl(server.programs)
  const kubectl: Kubectl = async (line) => {
    const args = [`--kubeconfig=${server.kubeconfigPath}`, ...line.split(' ')]
    return (await run(path, args, { cwd: project, timeout: 60_000 })).stdout.trim()
  }
  const own = join(project, '.kubewright-account')
  const asAccount = async () => {
    const token = await kubectl('create token shop --namespace shop-system')
    writeFileSync(own, formatKubeconfig({ ...server, token }), { mode: 0o600 })
  }
  const environment = { ...process.env, KUBECONFIG: server.kubeconfigPath }
  const kubewright = (line: string) =>
    run('npx', ['kubewright', ...line.split(' ')], { cwd: project, env: environment })
  return await perform([
    ['kubectl apply -f deploy/install.yaml', () => kubectl('apply -f deploy/install.yaml')],
    ['kubectl apply -k deploy is the same', () => isUnchanged(kubectl)],
    ['the pod passes the restricted standard', () => admitsPod(project, kubectl)],
    ['kubewright doctor', () => kubewright('doctor')],
    ['kubewright check changes --cluster', () => kubewright('check changes --cluster')],
    ['its account may not read what it does not need', () => mayNot(kubectl, 'list secrets')],
    ['its account may not give itself more', () => mayNot(kubectl, 'update clusterroles.rbac.authorization.k8s.io')],
    [
      'the operator runs there as its account',
      () => asAccount().then(() => reconciles(project, own, { kubectl, ports })),
    ],
  ])
}

async function perform(stages: Stages): Promise<boolean> {
  for (const [name, work] of stages) if (!(await stage(name, async () => void (await work())))) return false
  return true
}

async function isUnchanged(kubectl: Kubectl): Promise<void> {
  const lines = (await kubectl('apply -k deploy')).split('\n')
  const changed = lines.filter((line) => !line.endsWith(' unchanged'))
  if (changed.length > 0) throw new Error(changed.join('\n'))
}

/** Creates a pod as the Deployment controller would, which tests admission. */
async function admitsPod(project: string, kubectl: Kubectl): Promise<void> {
  const { spec } = parse(readFileSync(join(project, 'deploy/deployment.yaml'), 'utf8')) as {
    spec: { template: { metadata: object; spec: object } }
  }
  const metadata = { ...spec.template.metadata, name: 'shop-1', namespace: 'shop-system' }
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: spec.template.spec }
  writeFileSync(join(project, '.pod.json'), JSON.stringify(pod))
  await kubectl('create --dry-run=server -f .pod.json')
}

async function mayNot(kubectl: Kubectl, what: string): Promise<void> {
  const answer = await kubectl(`auth can-i ${what} --all-namespaces --as=${account}`).catch(
    ({ stdout }: { stdout: string }) => stdout.trim(), // exits with 1 for "no"
  )
  if (answer !== 'no') throw new Error(`may ${account} ${what}? ${answer}`)
}

interface Running {
  readonly kubectl: Kubectl
  readonly ports: { readonly health: number }
}

async function reconciles(project: string, kubeconfig: string, { kubectl, ports }: Running): Promise<void> {
  const env = { ...process.env, KUBECONFIG: kubeconfig, NODE_ENV: 'production' }
  const operator = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], { cwd: project, env })
  let said = ''
  for (const stream of [operator.stdout, operator.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(operator, 'exit')
  try {
    await kubectl('apply -f samples/order.yaml')
    await kubectl('wait order/first --for=condition=Ready --timeout=50s')
    expectEqual('the child', await kubectl('get configmap first -o jsonpath={.data.message}'), 'hello')
    expectEqual('a default', await kubectl('get order first -o jsonpath={.spec.urgent}'), 'false')
    await kubectl('get secret shop-webhooks --namespace shop-system')
    const bundle = await kubectl(
      'get validatingwebhookconfiguration shop -o jsonpath={.webhooks[0].clientConfig.caBundle}',
    )
    if (bundle === '') throw new Error('the webhook has no certificate authority')
    await isReady(ports.health)
    operator.kill('SIGTERM')
    expectEqual('its exit code', (await ended)[0], 0)
    const holder = await kubectl('get lease shop --namespace shop-system -o jsonpath={.spec.holderIdentity}')
    expectEqual('who holds the lease', holder, '')
    if (/permission|forbidden/i.test(said)) throw new Error('it says that it may not do something')
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string }
    throw new Error(`${message}\n${stderr}\nThe operator said:\n${said}`, { cause: error })
  } finally {
    operator.kill('SIGKILL')
    await ended
  }
}

async function isReady(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  if (!answer.ok) throw new Error(`it is not ready: ${answer.status} ${await answer.text()}`)
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
}
