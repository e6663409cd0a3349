/** Either server, in a process of its own, measured from its start to the first request it answers. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'

const programs = {
  ours: { path: './serve.kubewright.js', execArgv: ['--expose-gc'], isReadyToStart: true },
  theirs: { path: './serve.real.js', execArgv: ['--import', 'tsx'], isReadyToStart: false },
}

export async function startServerProcess(name) {
  const { path, execArgv, isReadyToStart } = programs[name]
  let started = performance.now()
  const child = fork(fileURLToPath(new URL(path, import.meta.url)), { execArgv })
  if (!isReadyToStart) {
    await once(child, 'message')
    started = performance.now()
  }
  const [access] = await once(child, 'message')
  await ask(access, '/api/v1/namespaces/default')
  const startMs = performance.now() - started
  return {
    access,
    startMs,
    /** Resident memory and processor time of all its processes: `{ bytes, cpuMs }`. */
    async used() {
      child.send('used')
      return (await once(child, 'message'))[0]
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

async function ask({ url, ca, token }, path) {
  const dispatcher = new Agent({ connect: { ca } })
  try {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode, body } = await request(`${url}${path}`, { dispatcher, headers }).catch(() => ({}))
      await body?.dump()
      if (statusCode === 200) return
    }
  } finally {
    await dispatcher.close()
  }
}
