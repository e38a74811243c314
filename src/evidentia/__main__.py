from evidentia.cli.main import run

run()
