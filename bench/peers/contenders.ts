/** The measured programs: which tools each needs, how it is built and how it is started. The only place with this information. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheOf, peersFolder } from './cache-directory.ts'
import { operatorProgram, sharderProgram, versionOfCheckout, whyNotUsable } from './controller-sharding/checkout.ts'
import { installNode, nodeProgram } from './node-program.ts'

export interface Contender {
  readonly name: string
  readonly title: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly program: Program
  /** The suites in which it differs from another contender of the same program. @default all */
  readonly suites?: readonly string[]
}

/** A build that may serve several contenders. */
export interface Program {
  readonly name: string
  /** Where it is built. @default `programs/<name>` */
  readonly folder?: string
  /** Executables that the build or the start needs. */
  readonly tools: readonly string[]
  /** What its build needs, such as a runtime that it installs. Returns why that failed. */
  readonly prepare?: () => string | undefined
  /** Run in the program's folder, one after the other. */
  readonly build: readonly (readonly string[])[]
  /** The file that shows that it was built. */
  readonly output: string
  /** The file that names the pinned version of the framework, and where in it; or how to find it. */
  readonly version: readonly [file: string, pattern: RegExp] | (() => string)
}

const folderOf = (name: string) => join(peersFolder, 'programs', name)

const goBuild = (output: string, source = '.') => ['go', 'build', '-trimpath', '-ldflags=-s -w', '-o', output, source]

export const observer: Program = {
  name: 'observer',
  folder: join(peersFolder, 'observer'),
  tools: ['go'],
  build: [goBuild(join(cacheOf('observer'), 'observer'))],
  output: join(cacheOf('observer'), 'observer'),
  version: ['go.mod', /go (\S+)/],
}

const kubewright: Program = {
  name: 'kubewright',
  tools: [],
  prepare: installNode,
  build: [],
  output: join(folderOf('kubewright'), 'main.js'),
  version: ['../../../../packages/kubewright/package.json', /"version": "([^"]+)"/],
}

const controllerRuntime: Program = {
  name: 'controller-runtime',
  tools: ['go'],
  build: [goBuild(join(cacheOf('controller-runtime'), 'operator'))],
  output: join(cacheOf('controller-runtime'), 'operator'),
  version: ['go.mod', /sigs\.k8s\.io\/controller-runtime v(\S+)/],
}

const kubeRs: Program = {
  name: 'kube-rs',
  tools: ['cargo'],
  build: [['cargo', 'build', '--release', '--locked', '--quiet', '--target-dir', cacheOf('kube-rs')]],
  output: join(cacheOf('kube-rs'), 'release/website-operator'),
  version: ['Cargo.toml', /kube = \{ version = "=([^"]+)"/],
}

const javaOperatorSdk: Program = {
  name: 'java-operator-sdk',
  tools: ['mvn', 'java'],
  build: [['mvn', '--batch-mode', '--quiet', 'package', `-DbuildDirectory=${cacheOf('java-operator-sdk')}`]],
  output: join(cacheOf('java-operator-sdk'), 'website-operator.jar'),
  version: ['pom.xml', /<artifactId>operator-framework-core<\/artifactId>\s*<version>([^<]+)</],
}

const kopfPython = join(cacheOf('kopf'), 'bin/python')

const kopf: Program = {
  name: 'kopf',
  tools: ['python3'],
  build: [
    ['python3', '-m', 'venv', cacheOf('kopf')],
    [kopfPython, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', 'requirements.txt'],
  ],
  output: kopfPython,
  version: ['requirements.txt', /^kopf==(\S+)/m],
}

/** Installed with the other peers of `bench/package-lock.json`. */
const clientNode: Program = {
  name: 'client-node',
  tools: [],
  prepare: installNode,
  build: [],
  output: join(folderOf('client-node'), 'main.js'),
  version: ['../../../package.json', /"@kubernetes\/client-node": "([^"]+)"/],
}

/** @param source a checkout of its repository */
function controllerSharding(source: string | undefined): Program {
  return {
    name: 'controller-sharding',
    folder: source ?? peersFolder,
    tools: ['git', 'go', 'unshare'],
    prepare: () => whyNotUsable(source),
    build: [
      goBuild(sharderProgram, './cmd/sharder'),
      goBuild(operatorProgram, './webhosting-operator/cmd/webhosting-operator'),
    ],
    output: operatorProgram,
    version: () => versionOfCheckout(source!),
  }
}

/** With the Node and the flags of the Dockerfile that `kubewright init` writes. */
const kubewrightCommand = [nodeProgram, '--max-semi-space-size=4', kubewright.output]

const included: readonly Contender[] = [
  {
    name: 'kubewright',
    title: 'Kubewright',
    command: kubewrightCommand,
    program: kubewright,
  },
  {
    name: 'kubewright-bytes',
    title: 'Kubewright, holds bytes',
    command: kubewrightCommand,
    env: { BENCH_HOLDS: 'bytes' },
    program: kubewright,
    suites: ['sync', 'sync-large'],
  },
  {
    name: 'kubewright-shards',
    title: 'Kubewright, 3 shards',
    command: kubewrightCommand,
    program: kubewright,
    suites: ['sharded'],
  },
  {
    name: 'controller-runtime',
    title: 'controller-runtime, typed',
    command: [controllerRuntime.output],
    env: { BENCH_TYPED: '1' },
    program: controllerRuntime,
  },
  {
    name: 'controller-runtime-unstructured',
    title: 'controller-runtime, unstructured',
    command: [controllerRuntime.output],
    env: { BENCH_TYPED: '0' },
    program: controllerRuntime,
  },
  { name: 'kube-rs', title: 'kube-rs', command: [kubeRs.output], program: kubeRs },
  {
    name: 'java-operator-sdk',
    title: 'java-operator-sdk',
    command: ['java', '-jar', javaOperatorSdk.output],
    program: javaOperatorSdk,
  },
  { name: 'kopf', title: 'kopf', command: [kopfPython, join(folderOf('kopf'), 'main.py')], program: kopf },
  {
    name: 'client-node',
    title: 'client-node',
    command: [nodeProgram, clientNode.output],
    program: clientNode,
  },
]

/** @param shardingSource a checkout of kubernetes-controller-sharding, which is not part of this repository */
export function contendersWith(shardingSource?: string): readonly Contender[] {
  const shared = { command: [operatorProgram], program: controllerSharding(shardingSource), suites: ['sharded'] }
  return [
    ...included,
    { name: 'controller-sharding-1', title: 'controller-sharding, 1 shard', ...shared },
    { name: 'controller-sharding-3', title: 'controller-sharding, 3 shards', ...shared },
  ]
}

export const folderOfProgram = ({ name, folder }: Program) => folder ?? folderOf(name)

/** Why it cannot be built here; `undefined` if it can. */
export function whyNotBuilt(program: Program): string | undefined {
  if (!existsSync(folderOfProgram(program))) return 'its program is not there'
  const missing = program.tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
  return missing.length === 0 ? undefined : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`
}
