/** kube-apiserver and etcd, started by the tool that builds them. Run with `--import tsx`. */
import { readFileSync } from 'node:fs'
import { ensureRealServer } from '../../tools/kube-apiserver/ensure-real-server.ts'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'

const programs = await ensureRealServer()
process.send('go') // The time before this message is not part of the server's start.
const server = await startRealServer({ programs })
const { url, ca, token, pids } = server
process.send({ url, ca, token })
process.on('message', () => process.send({ bytes: sumOf(residentBytes), cpuMs: sumOf(processorMs) }))
process.on('disconnect', () => void server.stop().then(() => process.exit(0)))

function sumOf(number) {
  return pids.reduce((sum, pid) => sum + number(pid), 0)
}

/** The fourteenth and fifteenth field, in hundredths of a second; the second may hold spaces. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, 'p c').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
}
