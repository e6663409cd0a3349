/**
 * Records the protobuf bodies of kubectl with their decoded form in Go, for tests that have neither.
 *
 *     tsx --conditions=@kubewright/source tools/go-shapes/record-kubectl.ts
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { startRealServer } from '../kube-apiserver/start-real-server.ts'
import { kubectlCommands } from './kubectl-commands.ts'
import { askOracle } from './oracle.ts'
import { startRecordingProxy } from './recording-proxy.ts'

const target = resolve(import.meta.dirname, '../../packages/apiserver/src/codec/testing/kubectl-bodies.json')
const run = promisify(execFile)
const server = await startRealServer()
const { kubectl } = server.programs
if (kubectl === undefined) throw new Error('Cannot record: there is no kubectl beside the server.')
const proxy = await startRecordingProxy(server)
try {
  const bodies: { name: string; body: string }[] = []
  for (const [name, command] of Object.entries(kubectlCommands)) {
    // `can-i` reports "no" with a non-zero exit code.
    await run(kubectl, ['--server', proxy.url, ...command.split(' ')]).catch((error: unknown) =>
      console.error(name, (error as { stderr: string }).stderr.trim()),
    )
    const sent = proxy.takeRecorded().filter(({ contentType }) => contentType.endsWith('.protobuf'))
    bodies.push(...sent.map(({ body }) => ({ name, body: body.toString('hex') })))
  }
  const answers = askOracle(
    bodies.map(({ body }) => ({
      group: '',
      version: '',
      kind: '',
      isProtobuf: true,
      body: Buffer.from(body, 'hex').toString('base64'),
    })),
  )
  const cases = bodies.map((one, index) => ({ ...one, object: answers[index]!.object }))
  writeFileSync(target, `[\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
  console.log(`${cases.length} bodies recorded.`)
} finally {
  await proxy[Symbol.asyncDispose]()
  await server.stop()
}
