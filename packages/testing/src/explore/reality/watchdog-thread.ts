/**
 * The code of the watchdog thread. It is a string because a thread is started from a file or a string, and only a string works alike from
 * sources, a build and a bundle.
 *
 * It connects to the inspector of the main thread at the start, because a stuck thread accepts no connection. No inspector domain is
 * enabled, so that runs are not slowed down. If the exploration does not run in the main thread, the stack is not available, and only the
 * run is reported.
 */
export const watchdogThread = String.raw`
'use strict'
const { writeSync } = require('node:fs')
const { Session } = require('node:inspector')
const { workerData } = require('node:worker_threads')
const { memory, head, seed, limitMs, canLook } = workerData
const numbers = new Int32Array(memory, 0, head / 4)
const session = canLook ? new Session() : undefined
session?.connectToMainThread()

let [last, usedBefore, hasFired] = [-1, 0, false]
const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
setInterval(() => {
  const [step, isUnderWay] = numbers
  if (isUnderWay !== 1 || step !== last) {
    last = step
    usedBefore = used()
  } else if (!hasFired && used() - usedBefore >= limitMs) {
    hasFired = true
    look(end)
  }
}, Math.min(1000, limitMs / 4))

/** The stack of the main thread, as its own source maps say it. */
const stack = '(() => { const before = Error.stackTraceLimit; Error.stackTraceLimit = 30; try { return new Error().stack } finally { Error.stackTraceLimit = before } })()'

/** Stops it where the next statement begins: between two promises there is nothing on the stack. */
function look(then) {
  if (session === undefined) return then([])
  const unanswered = setTimeout(then, 5000, [])
  session.once('Debugger.paused', ({ params }) => {
    const { callFrameId } = params.callFrames[0]
    session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression: stack, returnByValue: true }, (_, answer) => {
      clearTimeout(unanswered)
      const lines = String(answer?.result?.value ?? '').split('\n')
      then(lines.filter((line) => line.startsWith('    at ') && !/<anonymous>:1:|\(node:/.test(line)))
    })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

function end(frames) {
  const run = Buffer.from(memory, head, numbers[2]).toString()
  const seconds = Math.round(limitMs / 1000)
  const lines = [
    'A run of the exploration does not end: the event loop was blocked for ' + seconds + ' seconds of processor time.',
    'It is a loop that never yields, which nothing can interrupt: the process ends.',
    '',
    'Plan of the run: ' + run + ' (seed ' + seed + ')',
    ...(frames.length === 0 ? [] : ['', 'Stack trace:', ...frames.slice(0, 12)]),
    '',
    'Do not wait in a reconcile: return again("10s"), or watch what it waits for.',
    '',
  ]
  writeSync(2, lines.join('\n'))
  process.kill(process.pid, 'SIGKILL')
}
`
