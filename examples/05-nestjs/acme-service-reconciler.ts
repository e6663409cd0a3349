import { Reconciler, type Reconciles } from '@kubewright/nestjs'
import { AcmeService, childrenOf, readinessOf, statusOf } from 'example-acme-service'
import { type Context, Deployment, done, type ObjectOf, Service } from 'kubewright'
import type { CompanyEnvironment } from './company-environment.ts'

/** The reconciler of the third example as a provider: Nest creates it and injects its dependencies. */
@Reconciler({ name: 'acme-services', for: AcmeService, owns: [Deployment, Service] })
export class AcmeServiceReconciler implements Reconciles<typeof AcmeService> {
  readonly #company: CompanyEnvironment

  constructor(company: CompanyEnvironment) {
    this.#company = company
  }

  async reconcile(acme: ObjectOf<typeof AcmeService>, ctx: Context<typeof AcmeService>) {
    const { deployment, service } = await ctx.own(childrenOf(acme, this.#company.variables))
    await ctx.setStatus(statusOf(acme, service), { Ready: readinessOf(acme, deployment) })
    return done()
  }
}
