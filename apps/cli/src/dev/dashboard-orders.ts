/**
 * Orders from the dashboard of `kubewright dev` to the operator. The reporter is loaded on the first order. Orders that arrive before
 * there is a manager are queued.
 */
import type { OperatorOrder, OperatorReport } from '@kubewright/dashboard/operators'
import type { OperatorReporter } from '@kubewright/dashboard/reporter'
import type { Manager } from '@kubewright/manager'

export class DashboardOrders {
  readonly #send: (report: OperatorReport) => void
  #waiting: OperatorOrder[] = []
  #manager: Manager | undefined
  #reporter: Promise<OperatorReporter> | undefined

  constructor(send: (report: OperatorReport) => void) {
    this.#send = send
  }

  /** A program may run several managers: the last one is shown. */
  begin(manager: Manager): void {
    this.#manager = manager
    this.#reporter = undefined
    for (const order of this.#waiting.splice(0)) this.take(order)
  }

  take(order: OperatorOrder): void {
    const manager = this.#manager
    if (manager === undefined) return void this.#waiting.push(order)
    this.#reporter ??= import('@kubewright/dashboard/reporter').then(
      (module) => new module.OperatorReporter(manager, this.#send),
    )
    void this.#reporter.then((reporter) => reporter.take(order))
  }
}
