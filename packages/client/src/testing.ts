/** Test support for programs that use a client: a scripted API server without a socket. */
export { failure, type ScriptedAnswer } from './scripted/scripted-answer.ts'
export { type Route, type ScriptedRequest, ScriptedServer } from './scripted/scripted-server.ts'
export { ScriptedStream } from './scripted/scripted-stream.ts'
export { textBody } from './text-body.ts'
