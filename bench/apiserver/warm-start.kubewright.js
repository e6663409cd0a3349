/** A server inside a process that has had one before: from the call to its first answer, without a socket. */
import { startApiServer } from '@kubewright/apiserver'
import { report } from '../harness/report.js'

async function startOnce() {
  const started = performance.now()
  const server = await startApiServer()
  const { status } = await server.transport().send({ method: 'GET', path: '/api/v1/namespaces/default', headers: {} })
  const ms = performance.now() - started
  if (status !== 200) throw new Error(`the namespace was answered ${status}`)
  await server[Symbol.asyncDispose]()
  return ms
}

const cold = await startOnce()
const warm = []
for (let round = 0; round < 10; round++) warm.push(await startOnce())
report({ cold, warm: warm.sort((a, b) => a - b)[5] })
