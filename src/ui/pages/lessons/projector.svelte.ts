/** @file Shows the page on a projector until the user switches it off or leaves the page. The theme has its styles. */
class Projector {
  on = $state(false);

  toggle = (): void => {
    this.on = !this.on;
    document.documentElement.toggleAttribute('data-projector', this.on);
  };
}

export const projector = new Projector();
