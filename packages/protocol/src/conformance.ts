/** Checks what happened against a protocol, while it happens. */
export type { Deviation, Observation } from './conformance/deviation.ts'
export { followProtocol, type MonitorOptions, ProtocolMonitor } from './conformance/protocol-monitor.ts'
