/** @file Switches the projector mode of the page on and off. theme.css has its styles. */
class Projector {
  on = $state(false);

  toggle = (): void => {
    this.on = !this.on;
    document.documentElement.toggleAttribute('data-projector', this.on);
  };
}

export const projector = new Projector();
