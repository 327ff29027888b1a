/** @file The page on a projector: large, and with fewer things on it. It lasts until it is switched off or the page is left. */
import './projector.css';

class Projector {
  on = $state(false);

  toggle = (): void => {
    this.on = !this.on;
    document.documentElement.toggleAttribute('data-projector', this.on);
  };
}

export const projector = new Projector();
