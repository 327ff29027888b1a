/** @file The thread of the loop: pulls stages, stores epochs, and owns the threads of the models. */
import { serve } from '../rpc/serve.ts';

serve(async () => (await import('./coordinator.ts')).openCoordinator());
