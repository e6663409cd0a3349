import { defineConfig } from 'vitest/config'
import { examplesPlugin } from './tools/docs/vite-plugin.ts'

// Packages are tested from their sources: the `@kubewright/source` condition of their `exports` maps points there.
// Beside it, those of Node and no others: `module`, a bundler's, leads to files that Node cannot load.
const conditions = ['@kubewright/source', 'node', 'import', 'default']
const resolve = { conditions }
const ssr = { resolve: { conditions, externalConditions: conditions } }
const setupFiles = ['./tools/vitest/leak-check.ts', './tools/vitest/property-seed.ts']
// No test waits for time, so this only ends one that hangs; loading the API server's sources on a busy machine takes seconds.
const testTimeout = 30_000
// Our modules keep no state and the leak check watches each file, so files may share a worker: half the time.
const isolate = false

const long = [
  'test/integration/sharding/{processes,on-create-wire,moves}.test.ts',
  'test/integration/external/{crash,random,last-applied}.test.ts',
  'test/integration/simulation/{pod-streams,pods-as-processes}.test.ts',
  'test/integration/cli/{dev,restarts}.test.ts',
  'test/integration/clusters/schedule.test.ts',
  'test/integration/replication/{kill,demo}.test.ts',
  'test/integration/dashboard/clusters.test.ts',
  'test/integration/stack/{scaling-by-samples,upgrade,soak,explore,faults,recovery,refusals,upgrade-crash,workloads}.test.ts',
  'operators/iotsnap-root/src/{deploy,recovery,reconcile,fault-scenarios,upgrade,write-counts}.test.ts',
  'operators/webhosting/src/{schedule,faults}.test.ts',
  'operators/webhosting/demo/*.test.ts',
  'packages/testing/src/explore/{search-of-operator,endless,virtual-dates,run/generated-declarations,reality/watchdog,plan/outages}.test.ts',
  'packages/apiserver/src/storage/durable/kill.test.ts',
  'packages/protocol/src/reference.test.ts',
  'packages/queue/src/mutation.test.ts',
  'tools/fuzz/growth.test.ts',
  // They compile whole projects, or start the command.
  'apps/cli/src/{add/add,check/check,explore/run-explore,explore/project-explorations,generate/generate,scaffold/lint}.test.ts',
  'packages/resource/src/compiler-messages.test.ts',
  'tools/kubernetes/consumer.test.ts',
]
// What needs permission bits, symbolic links that anyone may make, shell scripts, process groups or paths that begin with `/`.
const needsUnix = [
  'packages/backup/src/agent/*.test.ts',
  'packages/simulation/src/processes/*.test.ts',
  'packages/webhook/src/certificates/certificate-files.test.ts',
  'packages/apiserver/src/storage/durable/*.test.ts',
  'packages/client/src/connection/**',
]
const elsewhere = process.platform === 'win32' ? needsUnix : []
// Thousands of stories of a whole fleet of shards, and of shards that divide clusters.
const fleet = ['packages/sharding/src/{fleet,clusters/division}-{seeds,guards}.test.ts']
// Thousands of stories of clusters that replicate to each other.
const replication = ['packages/replication/src/simulation-{seeds,guards}.test.ts']
// Real programs of the IotSnap stack, which its set-up finds or builds once.
const realParts = ['operators/iotsnap-root/e2e/**/*.test.ts']
const plays = ['test/conformance/apiserver-dynamic-admission.test.ts']
const conformance = {
  globalSetup: ['./test/conformance/global-setup.ts'],
  setupFiles,
  // A real server lags behind its own writes now and then. Only what it answers to the raw requests that prepare a test is
  // such a reason to try again: an expectation that fails, or a client of ours that does, fails for good.
  retry: { count: 2, delay: 1_000, condition: /^The server answered (404|409|429|5\d\d), not / },
  testTimeout: 30_000,
  hookTimeout: 30_000,
}

// `npm run coverage`: the code that ships and is written by hand.
const coverage = {
  provider: 'v8' as const,
  include: ['packages/*/src/**/*.ts', 'apps/*/{src,page}/**/*.{ts,tsx}'],
  exclude: [
    '**/*.test.ts',
    '**/*.test-d.ts',
    '**/*.arbitrary.ts',
    '{packages,apps}/*/src/**/testing/**',
    '**/generated/**',
  ],
  reporter: ['text-summary', 'json-summary'],
  reportsDirectory: 'coverage',
  // A test that fails under the profiler costs its lines, not the report.
  reportOnFailure: true,
}

export default defineConfig({
  test: {
    coverage,
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/{src,page}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...long, ...fleet, ...replication, ...elsewhere],
          setupFiles,
          isolate,
          testTimeout,
        },
      },
      {
        resolve,
        ssr,
        plugins: [examplesPlugin(import.meta.dirname)],
        test: { name: 'docs', include: ['test/docs/**/*.test.ts'], setupFiles, isolate, testTimeout },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', '{operators,examples}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...long, ...realParts],
          setupFiles,
          isolate,
          testTimeout,
        },
      },
      // What takes too long for everybody's `npm test`: real processes that wait for real leases, hundreds of seeds.
      {
        resolve,
        ssr,
        test: {
          name: 'long',
          include: [...long, 'bench/**/*.test.ts'],
          setupFiles,
          isolate,
          // A test of twenty seconds takes a minute on a machine that does other work, too.
          testTimeout: 4 * testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        resolve,
        ssr,
        test: {
          ...conformance,
          name: 'conformance', // needs a real API server, which its set-up finds, or builds once
          // What is tested on the embedded server over the wire is tested on a real one too.
          include: [
            'test/conformance/**/*.test.ts',
            'test/integration/{client,resource,wire}/**/*.test.ts',
            'test/integration/sharding/{processes,on-create-wire}.test.ts',
            '{operators,examples,test/integration/external}/**/*.server.test.ts',
          ],
          exclude: plays,
        },
      },
      // Thousands of short runs: minutes on a busy machine.
      {
        resolve,
        ssr,
        test: { name: 'planted', include: ['test/planted/**/*.test.ts'], setupFiles, isolate, testTimeout },
      },
      { resolve, ssr, test: { name: 'fleet', include: fleet, setupFiles, isolate, testTimeout } },
      { resolve, ssr, test: { name: 'replication', include: replication, setupFiles, isolate, testTimeout } },
      // Needs root, network namespaces and the programs of iproute2, nftables, WireGuard and curl.
      {
        resolve,
        ssr,
        test: {
          name: 'network',
          include: ['test/network/**/*.test.ts'],
          setupFiles,
          testTimeout,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'iotsnap',
          include: realParts,
          setupFiles,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      // Minutes of plays on a server of their own, after the others.
      { resolve, ssr, test: { ...conformance, name: 'plays', include: plays } },
    ],
  },
})
