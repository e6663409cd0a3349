/** Operators that a dashboard shows: in its own process, or another one. */
export type { ReconcileRequest } from './operator.ts'
export type { OperatorOrder, OperatorReport } from './remote-operator.ts'
