/**
 * Writes the bootstrap roles and bindings of kube-apiserver into `packages/apiserver`, read from a real server. With `--check`,
 * compares them with a real server. Both need a real server, which is built if there is none.
 *
 *     tsx --conditions=@kubewright/source tools/bootstrap-rbac/generate.ts [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openRawApi } from '../kube-apiserver/raw-api.ts'
import { startRealServer } from '../kube-apiserver/start-real-server.ts'
import { bootstrapModule, readBootstrapObjects } from './bootstrap-module.ts'

const path = 'packages/apiserver/src/generated/bootstrap-rbac.ts'
const target = join(resolve(import.meta.dirname, '../..'), path)

const text = await readFromRealServer()
if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
  console.log(`${path}: ${Math.ceil(Buffer.byteLength(text) / 1024)} KiB.`)
} else if (readFileSync(target, 'utf8') === text) {
  console.log(`${path} is what a real server starts with.`)
} else {
  console.error(`${path} is not what a real server starts with.`)
  console.error('Repair with: npx tsx --conditions=@kubewright/source tools/bootstrap-rbac/generate.ts')
  process.exitCode = 1
}

async function readFromRealServer(): Promise<string> {
  const server = await startRealServer()
  const api = openRawApi(server)
  try {
    const objects = await readBootstrapObjects(async (url) => (await api.request(url)).body)
    return bootstrapModule(objects, server.programs.kubernetesVersion)
  } finally {
    api[Symbol.dispose]()
    await server.stop()
  }
}
