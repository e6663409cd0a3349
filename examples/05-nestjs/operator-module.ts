import { type DynamicModule, Module } from '@nestjs/common'
import { KubewrightModule, type KubewrightModuleOptions } from '@kubewright/nestjs'
import { AcmeServiceReconciler } from './acme-service-reconciler.ts'
import { CompanyEnvironment } from './company-environment.ts'

/** The operator as a module that any application can import. */
@Module({})
export class OperatorModule {
  static forRoot(options: KubewrightModuleOptions): DynamicModule {
    return {
      module: OperatorModule,
      imports: [KubewrightModule.forRoot(options)],
      providers: [
        CompanyEnvironment,
        {
          provide: AcmeServiceReconciler,
          useFactory: (company: CompanyEnvironment) => new AcmeServiceReconciler(company),
          inject: [CompanyEnvironment],
        },
      ],
    }
  }
}
